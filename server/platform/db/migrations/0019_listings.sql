-- old writers: unsafe
CREATE TABLE "listings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"sku" text NOT NULL,
	"wholesale_price_cents" bigint NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "listings_one" UNIQUE("seller_id","variant_id"),
	CONSTRAINT "listings_sku" UNIQUE("seller_id","sku"),
	CONSTRAINT "listings_wholesale_price" CHECK ("listings"."wholesale_price_cents" between 0 and 999999999)
);
--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_seller_id_entities_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_variant" FOREIGN KEY ("product_id","variant_id") REFERENCES "public"."product_variants"("product_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "listings_by_age" ON "listings" USING btree ("seller_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "listings_of_product" ON "listings" USING btree ("product_id","seller_id");
--> statement-breakpoint
-- A SKU of a business is that of one of its variants, or of what it sells on. Its products are written side by side; a listing waits for them.
CREATE FUNCTION "reject_listed_sku"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(NEW.entity_id::text, 527));
  IF EXISTS (SELECT FROM listings g WHERE g.seller_id = NEW.entity_id AND g.sku = NEW.sku) THEN
    RAISE unique_violation USING CONSTRAINT = 'product_variants_sku', MESSAGE = 'a listing of the business has the SKU';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION "reject_own_sku"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.seller_id::text, 527));
  IF EXISTS (SELECT FROM product_variants v WHERE v.entity_id = NEW.seller_id AND v.sku = NEW.sku AND v.deleted_at IS NULL) THEN
    RAISE unique_violation USING CONSTRAINT = 'listings_sku', MESSAGE = 'a variant of the business has the SKU';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "listings_updated_at" BEFORE UPDATE ON "listings"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "listings_own_sku" BEFORE INSERT OR UPDATE OF "sku" ON "listings" FOR EACH ROW EXECUTE FUNCTION "reject_own_sku"();
--> statement-breakpoint
CREATE TRIGGER "product_variants_listed_sku" BEFORE INSERT OR UPDATE OF "sku" ON "product_variants"
  FOR EACH ROW EXECUTE FUNCTION "reject_listed_sku"();
