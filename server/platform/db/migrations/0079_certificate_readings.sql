-- old writers: unsafe
CREATE TABLE "coa_readings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"product_id" uuid,
	"batch" uuid,
	"status" text NOT NULL,
	"extracted" jsonb,
	"file_name" text NOT NULL,
	"file_size" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coa_readings_status" CHECK ("coa_readings"."status" in ('read', 'no_text', 'not_read')),
	CONSTRAINT "coa_readings_extracted" CHECK (("coa_readings"."status" = 'read') = ("coa_readings"."extracted" is not null))
);
--> statement-breakpoint
ALTER TABLE "product_coas" DROP CONSTRAINT "product_coas_entity_id_product_id_products_entity_id_id_fk";
--> statement-breakpoint
ALTER TABLE "product_coas" ADD COLUMN "by_holder" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "product_coas" ADD COLUMN "owner_id" uuid GENERATED ALWAYS AS (case when not by_holder then entity_id end) STORED;--> statement-breakpoint
ALTER TABLE "product_coas" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "product_coas" ADD COLUMN "withdrawn_by" uuid;--> statement-breakpoint
ALTER TABLE "product_coas" ADD COLUMN "withdrawn_reason" text;--> statement-breakpoint
ALTER TABLE "coa_readings" ADD CONSTRAINT "coa_readings_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coa_readings" ADD CONSTRAINT "coa_readings_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coa_readings" ADD CONSTRAINT "coa_readings_batch_batches_id_fk" FOREIGN KEY ("batch") REFERENCES "public"."batches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coa_readings_of_entity" ON "coa_readings" USING btree ("entity_id","expires_at");--> statement-breakpoint
CREATE INDEX "coa_readings_by_expiration" ON "coa_readings" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "coa_readings_of_batch" ON "coa_readings" USING btree ("batch");--> statement-breakpoint
ALTER TABLE "product_coas" ADD CONSTRAINT "product_coas_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_coas" ADD CONSTRAINT "product_coas_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_coas" ADD CONSTRAINT "product_coas_owner" FOREIGN KEY ("owner_id","product_id") REFERENCES "public"."products"("entity_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_coas" ADD CONSTRAINT "product_coas_withdrawn" CHECK (num_nulls("product_coas"."withdrawn_at", "product_coas"."withdrawn_by", "product_coas"."withdrawn_reason") in (0, 3));--> statement-breakpoint
DROP TRIGGER product_coas_keep ON product_coas;
--> statement-breakpoint
-- Of a certificate changes only what it says, once, where there was no time to read it before; that it was withdrawn, once; and the
-- batch of a holder's, where that of the product's owner takes its place. Generated columns aren't computed yet.
CREATE FUNCTION keep_certificate() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  changed text[] := ARRAY(SELECT n.key FROM jsonb_each(to_jsonb(NEW) - 'owner_id') n WHERE n.value IS DISTINCT FROM to_jsonb(OLD) -> n.key);
BEGIN
  IF OLD.unread_since IS NOT NULL AND NEW.unread_since IS NULL AND changed <@ '{unread_since,extracted,mismatches}'
    OR OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL AND changed <@ '{withdrawn_at,withdrawn_by,withdrawn_reason}'
    OR OLD.by_holder AND changed = '{batch}' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER product_coas_keep BEFORE UPDATE ON product_coas FOR EACH ROW EXECUTE FUNCTION keep_certificate();
--> statement-breakpoint
-- A holder's certificate says nothing of the product.
CREATE FUNCTION touch_certified_products() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM 1 FROM products p WHERE p.id IN (SELECT c.product_id FROM changed c WHERE NOT c.by_holder) ORDER BY p.id FOR NO KEY UPDATE;
  UPDATE products p SET updated_at = change_time() WHERE p.id IN (SELECT c.product_id FROM changed c WHERE NOT c.by_holder);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER product_coas_added ON product_coas;
--> statement-breakpoint
CREATE TRIGGER product_coas_added AFTER INSERT ON product_coas REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_certified_products();
