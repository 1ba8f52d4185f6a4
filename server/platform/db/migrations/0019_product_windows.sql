CREATE TABLE "product_windows" (
	"entity_id" uuid NOT NULL,
	"days" smallint NOT NULL,
	"product_id" uuid NOT NULL,
	"units" bigint NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "product_windows_entity_id_days_product_id_pk" PRIMARY KEY("entity_id","days","product_id")
);
--> statement-breakpoint
CREATE TABLE "sales_windows" (
	"entity_id" uuid NOT NULL,
	"days" smallint NOT NULL,
	"start" date NOT NULL,
	CONSTRAINT "sales_windows_entity_id_days_pk" PRIMARY KEY("entity_id","days")
);
--> statement-breakpoint
CREATE TABLE "product_reach" (
	"entity_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	CONSTRAINT "product_reach_entity_id_product_id_pk" PRIMARY KEY("entity_id","product_id")
);
--> statement-breakpoint
CREATE INDEX "product_windows_best" ON "product_windows" USING btree ("entity_id","days","cents" DESC NULLS LAST,"product_id");--> statement-breakpoint
CREATE INDEX "stock_levels_with_blocked" ON "stock_levels" USING btree ("entity_id","product_name" collate names,"id") WHERE "stock_levels"."blocked" > 0;
--> statement-breakpoint
INSERT INTO "product_reach" ("entity_id", "product_id")
SELECT i."entity_id", i."product_id" FROM "inventory_items" i JOIN "products" p ON p."id" = i."product_id" WHERE p."entity_id" <> i."entity_id" GROUP BY 1, 2;
--> statement-breakpoint
CREATE FUNCTION reach_stocked_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_reach (entity_id, product_id)
  SELECT DISTINCT o.entity_id, p.id FROM opened o JOIN products p ON p.id = o.product_id
  WHERE p.entity_id <> o.entity_id ORDER BY 1, 2
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER inventory_items_reach_products AFTER INSERT ON inventory_items REFERENCING NEW TABLE AS opened
  FOR EACH STATEMENT EXECUTE FUNCTION reach_stocked_products();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION requeue_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Days begin at another hour: all sales are added again.
  DELETE FROM product_sales WHERE entity_id = NEW.id;
  DELETE FROM product_windows WHERE entity_id = NEW.id;
  DELETE FROM sales_windows WHERE entity_id = NEW.id;
  INSERT INTO sales_queue (entity_id, order_id)
  SELECT NEW.id, o.id FROM orders o WHERE o.wholesaler_id = NEW.id AND o.status = 'delivered'
  UNION ALL SELECT NEW.id, o.id FROM orders o WHERE o.retailer_id = NEW.id AND o.status = 'delivered'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
