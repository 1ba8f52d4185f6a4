-- old writers: unsafe
CREATE TABLE "pos_sales" (
	"connection_id" uuid NOT NULL,
	"line_id" text NOT NULL,
	"name" text NOT NULL,
	"package" text NOT NULL,
	"reason" text NOT NULL,
	"units" integer NOT NULL,
	"booked" integer DEFAULT 0 NOT NULL,
	"settled" boolean NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pos_sales_connection_id_line_id_pk" PRIMARY KEY("connection_id","line_id"),
	CONSTRAINT "pos_sales_reason" CHECK ("pos_sales"."reason" in ('SALE', 'RETURN'))
);
--> statement-breakpoint
ALTER TABLE "pos_connections" DROP CONSTRAINT "pos_connections_provider";--> statement-breakpoint
ALTER TABLE "pos_sales" ADD CONSTRAINT "pos_sales_connection_id_pos_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."pos_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pos_sales_open" ON "pos_sales" USING btree ("connection_id","package") WHERE "pos_sales"."units" <> "pos_sales"."booked";--> statement-breakpoint
CREATE INDEX "pos_sales_seen" ON "pos_sales" USING btree ("connection_id","seen_at");--> statement-breakpoint
ALTER TABLE "pos_connections" ADD CONSTRAINT "pos_connections_provider" CHECK ("pos_connections"."provider" in ('simulator', 'http', 'square', 'dutchie')) NOT VALID;--> statement-breakpoint
ALTER TABLE "pos_connections" VALIDATE CONSTRAINT "pos_connections_provider";