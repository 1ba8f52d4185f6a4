CREATE TABLE "carts" (
	"user_id" uuid NOT NULL,
	"supplier_id" uuid NOT NULL,
	"version" uuid NOT NULL,
	"lines" jsonb NOT NULL,
	"delivery_date" date,
	"delivery_window" text,
	"receiving_location_id" uuid,
	"notes" text,
	"po_number" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "carts_user_id_supplier_id_pk" PRIMARY KEY("user_id","supplier_id"),
	CONSTRAINT "carts_lines" CHECK (jsonb_array_length("carts"."lines") between 1 and 200),
	CONSTRAINT "carts_size" CHECK (char_length("carts"."delivery_window") <= 64 and char_length("carts"."notes") <= 1000 and char_length("carts"."po_number") <= 64)
);
--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_supplier_id_entities_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER "carts_updated_at" BEFORE UPDATE ON "carts"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
