CREATE TABLE "variant_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "variant_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entity_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"levels" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "variants_in_stock" (
	"entity_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"levels" bigint NOT NULL,
	CONSTRAINT "variants_in_stock_entity_id_variant_id_pk" PRIMARY KEY("entity_id","variant_id")
);
--> statement-breakpoint
CREATE INDEX "variant_changes_of_entity" ON "variant_changes" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "product_variants_not_sold" ON "product_variants" USING btree ("entity_id","id") WHERE "product_variants"."deleted_at" is not null;
--> statement-breakpoint
LOCK TABLE "stock_levels" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
INSERT INTO "variants_in_stock" ("entity_id", "variant_id", "levels")
SELECT s."entity_id", s."variant_id", count(*) FROM "stock_levels" s
  JOIN "product_variants" v ON v."id" = s."variant_id" AND v."entity_id" = s."entity_id"
WHERE s."band" > 0 GROUP BY 1, 2;
--> statement-breakpoint
CREATE FUNCTION add_variant_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  level stock_levels := coalesce(NEW, OLD);
BEGIN
  INSERT INTO variant_changes (entity_id, variant_id, levels)
  SELECT level.entity_id, level.variant_id, CASE WHEN TG_OP <> 'DELETE' AND NEW.band > 0 THEN 1 ELSE -1 END
  FROM product_variants v WHERE v.id = level.variant_id AND v.entity_id = level.entity_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_levels_open_variants AFTER INSERT ON stock_levels
  FOR EACH ROW WHEN (NEW.band > 0) EXECUTE FUNCTION add_variant_changes();
--> statement-breakpoint
CREATE TRIGGER stock_levels_change_variants AFTER UPDATE ON stock_levels
  FOR EACH ROW WHEN ((NEW.band > 0) <> (OLD.band > 0)) EXECUTE FUNCTION add_variant_changes();
--> statement-breakpoint
CREATE TRIGGER stock_levels_close_variants AFTER DELETE ON stock_levels
  FOR EACH ROW WHEN (OLD.band > 0) EXECUTE FUNCTION add_variant_changes();
