-- How license numbers compare: letters and digits alone, without case.
CREATE FUNCTION "license_form"("number" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(upper(normalize(number, NFKC)), '[^[:alnum:]]', '', 'g')
$$;
--> statement-breakpoint
CREATE TABLE "ledger_seals" (
	"through" bigint PRIMARY KEY NOT NULL,
	"after" bigint NOT NULL,
	"noted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sealed_at" timestamp (3) with time zone,
	"backfilled_on" date,
	"rows" bigint,
	"entries" "bytea",
	"salts" "bytea",
	"digest" "bytea",
	CONSTRAINT "ledger_seals_after_unique" UNIQUE("after")
);
--> statement-breakpoint
CREATE TABLE "drawn_documents" (
	"entity_id" uuid NOT NULL,
	"version" text NOT NULL,
	"contents" "bytea" NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drawn_documents_entity_id_version_pk" PRIMARY KEY("entity_id","version")
);
--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "license_verified" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "drawn_documents_age" ON "drawn_documents" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "entities_license" ON "entities" USING btree (license_form("license_number"));--> statement-breakpoint
CREATE INDEX "inventory_movements_positions" ON "inventory_movements" USING brin ("position") WITH (pages_per_range=32,autosummarize=true);
--> statement-breakpoint
-- Of several businesses with one number, the first keeps it verified.
UPDATE "entities" e SET "license_verified" = false WHERE license_form(e."license_number") <> '' AND EXISTS (
  SELECT FROM "entities" o WHERE license_form(o."license_number") = license_form(e."license_number") AND o."id" <> e."id"
    AND o."deleted_at" IS NULL AND (o."created_at", o."id") < (e."created_at", e."id"));
--> statement-breakpoint
-- PDFs don't get smaller.
ALTER TABLE "drawn_documents" ALTER COLUMN "contents" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Digests and random bytes don't either, and verifying reads pieces of them.
ALTER TABLE "ledger_seals" ALTER COLUMN "entries" SET STORAGE EXTERNAL, ALTER COLUMN "salts" SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE FUNCTION ledger_digest(m inventory_movements, salt bytea) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(salt || convert_to(jsonb_build_array(m.id, m.entity_id, m.item_id, m.reason_code, m.delta, m.reserved_delta,
    m.quantity_after, m.reserved_after, m.notes, m.actor_id, m.actor_name, m.source_type, m.source_id, m.request_id, m.lot_id,
    m.lot_basis, m.position, extract(epoch FROM m.created_at))::text, 'UTF8'))
$$;
--> statement-breakpoint
-- A written seal stays as it is; the application fills in open ones.
CREATE TRIGGER ledger_seals_append_only BEFORE UPDATE OR DELETE ON ledger_seals
  FOR EACH ROW WHEN (OLD.sealed_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Rows from before: the job seals them in batches.
INSERT INTO "ledger_seals" ("after", "through", "backfilled_on")
SELECT n, least(n + 5000, b.newest), current_date
FROM (SELECT max("position") AS newest FROM "inventory_movements") b, generate_series(0, b.newest - 1, 5000) n;
