-- old writers: unsafe
CREATE TABLE "backorder_fills" (
	"backorder_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "backorder_fills_backorder_id_order_id_pk" PRIMARY KEY("backorder_id","order_id"),
	CONSTRAINT "backorder_fills_quantity" CHECK ("backorder_fills"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "backorders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"product_name" text NOT NULL,
	"sku" text NOT NULL,
	"order_id" uuid,
	"receiving_location_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"filled" integer DEFAULT 0 NOT NULL,
	"ladder" jsonb NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"expires_on" date NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "backorders_status" CHECK ("backorders"."status" in ('open', 'filled', 'cancelled')),
	CONSTRAINT "backorders_quantity" CHECK ("backorders"."quantity" between 1 and 1000000),
	CONSTRAINT "backorders_filled" CHECK ("backorders"."filled" between 0 and "backorders"."quantity"),
	CONSTRAINT "backorders_done" CHECK (("backorders"."status" = 'filled') = ("backorders"."filled" = "backorders"."quantity")),
	CONSTRAINT "backorders_two_parties" CHECK ("backorders"."seller_id" <> "backorders"."buyer_id")
);
--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "backorder_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "requested_quantity" integer;--> statement-breakpoint
ALTER TABLE "backorder_fills" ADD CONSTRAINT "backorder_fills_backorder_id_backorders_id_fk" FOREIGN KEY ("backorder_id") REFERENCES "public"."backorders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backorder_fills" ADD CONSTRAINT "backorder_fills_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backorders" ADD CONSTRAINT "backorders_seller_id_entities_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backorders" ADD CONSTRAINT "backorders_buyer_id_entities_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backorders" ADD CONSTRAINT "backorders_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backorders" ADD CONSTRAINT "backorders_variant_id_product_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."product_variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backorders" ADD CONSTRAINT "backorders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backorder_fills_of_order" ON "backorder_fills" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "backorders_of_seller" ON "backorders" USING btree ("seller_id","created_at","id");--> statement-breakpoint
CREATE INDEX "backorders_of_buyer" ON "backorders" USING btree ("buyer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "backorders_of_seller_by_status" ON "backorders" USING btree ("seller_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "backorders_of_buyer_by_status" ON "backorders" USING btree ("buyer_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "backorders_of_seller_by_change" ON "backorders" USING btree ("seller_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "backorders_of_buyer_by_change" ON "backorders" USING btree ("buyer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "backorders_of_pair" ON "backorders" USING btree ("seller_id","buyer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "backorders_of_order" ON "backorders" USING btree ("order_id") WHERE "backorders"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "backorders_waiting" ON "backorders" USING btree ("id") WHERE "backorders"."status" = 'open' and "backorders"."ready_at" is null;--> statement-breakpoint
CREATE INDEX "backorders_by_end" ON "backorders" USING btree ("expires_on","id") WHERE "backorders"."status" = 'open';--> statement-breakpoint
ALTER TABLE "entities" ADD CONSTRAINT "entities_backorder_days" CHECK ("entities"."backorder_days" between 1 and 365);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_requested" CHECK ("order_items"."requested_quantity" > "order_items"."quantity");--> statement-breakpoint
CREATE TRIGGER backorders_updated_at BEFORE UPDATE ON backorders FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_updated_at();
