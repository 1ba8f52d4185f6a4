CREATE FUNCTION "change_time"() RETURNS timestamp with time zone LANGUAGE sql VOLATILE AS
  $$ SELECT CASE WHEN pg_current_xact_id() IS NOT NULL THEN clock_timestamp() END $$;--> statement-breakpoint
CREATE FUNCTION "keep_updated_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := change_time();
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "touch_products"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM products p WHERE p.id IN (SELECT c.product_id FROM changed c) ORDER BY p.id FOR NO KEY UPDATE;
  UPDATE products p SET updated_at = change_time() WHERE p.id IN (SELECT c.product_id FROM changed c);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "touch_priced_items"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  price retail_prices := coalesce(NEW, OLD);
BEGIN
  PERFORM 1 FROM inventory_items i WHERE i.entity_id = price.entity_id AND i.variant_id = price.variant_id
    ORDER BY i.id FOR NO KEY UPDATE;
  UPDATE inventory_items i SET updated_at = change_time()
    WHERE i.entity_id = price.entity_id AND i.variant_id = price.variant_id;
  RETURN NULL;
END $$;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "updated_at" SET DEFAULT change_time();--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL;--> statement-breakpoint
ALTER TABLE "inventory_items" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL;--> statement-breakpoint
ALTER TABLE "inventory_movements" ALTER COLUMN "created_at" SET DEFAULT change_time();--> statement-breakpoint
CREATE TRIGGER "orders_updated_at" BEFORE UPDATE ON "orders"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();--> statement-breakpoint
CREATE TRIGGER "products_updated_at" BEFORE UPDATE ON "products"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();--> statement-breakpoint
CREATE TRIGGER "product_variants_updated_at" BEFORE UPDATE ON "product_variants"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();--> statement-breakpoint
CREATE TRIGGER "inventory_items_updated_at" BEFORE UPDATE ON "inventory_items"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();--> statement-breakpoint
CREATE TRIGGER "connections_updated_at" BEFORE UPDATE ON "connections"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();--> statement-breakpoint
CREATE TRIGGER "product_variants_added" AFTER INSERT ON "product_variants"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "touch_products"();--> statement-breakpoint
CREATE TRIGGER "product_variants_changed" AFTER UPDATE ON "product_variants"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "touch_products"();--> statement-breakpoint
CREATE TRIGGER "product_coas_added" AFTER INSERT ON "product_coas"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "touch_products"();--> statement-breakpoint
CREATE TRIGGER "retail_prices_changed" AFTER INSERT OR UPDATE OR DELETE ON "retail_prices"
  FOR EACH ROW EXECUTE FUNCTION "touch_priced_items"();--> statement-breakpoint
CREATE INDEX "orders_of_wholesaler_by_change" ON "orders" USING btree ("wholesaler_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "orders_of_retailer_by_change" ON "orders" USING btree ("retailer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "inventory_items_by_age" ON "inventory_items" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inventory_items_by_change" ON "inventory_items" USING btree ("entity_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "products_by_change" ON "products" USING btree ("updated_at","entity_id") WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "product_variants_by_change" ON "product_variants" USING btree ("updated_at");
