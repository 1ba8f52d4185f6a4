-- old writers: unsafe
CREATE TABLE "order_seller_notes" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"notes" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_history" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "order_history" ADD COLUMN "after" jsonb;--> statement-breakpoint
ALTER TABLE "order_seller_notes" ADD CONSTRAINT "order_seller_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;