-- old writers: unsafe
CREATE TABLE "accounts" (
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"status" text NOT NULL,
	"name" text NOT NULL,
	"license_number" text NOT NULL,
	"nickname" text,
	"internal_notes" text,
	"claimed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "accounts_seller_id_buyer_id_pk" PRIMARY KEY("seller_id","buyer_id"),
	CONSTRAINT "accounts_not_self" CHECK ("accounts"."seller_id" <> "accounts"."buyer_id"),
	CONSTRAINT "accounts_status" CHECK ("accounts"."status" in ('unclaimed', 'claimed'))
);
--> statement-breakpoint
CREATE TABLE "external_ids" (
	"entity_id" uuid NOT NULL,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"system" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "external_ids_object" PRIMARY KEY("entity_id","object_type","object_id","system"),
	CONSTRAINT "external_ids_value" UNIQUE("entity_id","object_type","system","value"),
	CONSTRAINT "external_ids_type" CHECK ("external_ids"."object_type" in ('customer', 'order', 'product', 'variant', 'location', 'invoice', 'payment'))
);
--> statement-breakpoint
ALTER TABLE "entities" ALTER COLUMN "contact_email" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "managed" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "managed_by" uuid;
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_seller_id_entities_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_buyer_id_entities_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "external_ids" ADD CONSTRAINT "external_ids_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "accounts_of_buyer" ON "accounts" USING btree ("buyer_id");
--> statement-breakpoint
CREATE INDEX "accounts_by_age" ON "accounts" USING btree ("seller_id","created_at","buyer_id");
--> statement-breakpoint
CREATE INDEX "accounts_by_status" ON "accounts" USING btree ("seller_id","status","created_at","buyer_id");
--> statement-breakpoint
CREATE INDEX "accounts_by_name" ON "accounts" USING btree ("seller_id","name" collate names,"buyer_id");
--> statement-breakpoint
CREATE INDEX "accounts_by_change" ON "accounts" USING btree ("seller_id","updated_at","buyer_id");
--> statement-breakpoint
CREATE INDEX "accounts_license" ON "accounts" USING btree ("seller_id",license_form("license_number"));
--> statement-breakpoint
CREATE INDEX "accounts_search" ON "accounts" USING gin (search_fold(("name" || chr(10) || coalesce("nickname", '') || chr(10) || "license_number")) gin_trgm_ops);
--> statement-breakpoint
ALTER TABLE "entities" ADD CONSTRAINT "entities_managed_by_entities_id_fk" FOREIGN KEY ("managed_by") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "entities" ADD CONSTRAINT "entities_contact" CHECK ("entities"."contact_email" is not null or "entities"."managed_by" is not null);
--> statement-breakpoint
-- A seller's account with a buyer is made by their first accepted connection, with any writer of it.
CREATE FUNCTION "open_accounts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO accounts (seller_id, buyer_id, status, name, license_number)
  SELECT s.id, b.id, CASE WHEN b.managed_by IS NULL THEN 'claimed' ELSE 'unclaimed' END, b.name, b.license_number
  FROM entities s, entities b
  WHERE s.id IN (NEW.requester_id, NEW.target_id) AND b.id IN (NEW.requester_id, NEW.target_id) AND b.id <> s.id
    AND s.type IN ('wholesaler', 'cultivator') AND s.managed_by IS NULL AND b.type IN ('retailer', 'wholesaler')
  ORDER BY s.id
  ON CONFLICT (seller_id, buyer_id) DO UPDATE
    SET name = excluded.name, license_number = excluded.license_number, updated_at = change_time();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "touch_ended_accounts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE accounts a SET updated_at = change_time() FROM ended c
  WHERE c.status = 'accepted' AND (a.seller_id, a.buyer_id) IN ((c.requester_id, c.target_id), (c.target_id, c.requester_id))
    AND EXISTS (SELECT FROM entities s WHERE s.id = a.seller_id AND s.deleted_at IS NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A buyer's profile is a part of its sellers' lists while they are connected.
CREATE FUNCTION "touch_accounts_of"(buyer uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE accounts a SET name = b.name, license_number = b.license_number, updated_at = change_time(),
    status = CASE WHEN b.managed_by IS NULL THEN 'claimed' ELSE 'unclaimed' END
  FROM entities b WHERE b.id = buyer AND a.buyer_id = b.id AND EXISTS (SELECT FROM connections c
    WHERE least(c.requester_id, c.target_id) = least(a.seller_id, b.id)
      AND greatest(c.requester_id, c.target_id) = greatest(a.seller_id, b.id) AND c.status = 'accepted')
$$;
--> statement-breakpoint
CREATE FUNCTION "touch_accounts_of_buyer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_accounts_of(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "touch_accounts_of_location"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_accounts_of(NEW.entity_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "accounts_updated_at" BEFORE UPDATE ON "accounts"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "connections_open_accounts" AFTER INSERT OR UPDATE OF "status" ON "connections"
  FOR EACH ROW WHEN (NEW.status = 'accepted') EXECUTE FUNCTION "open_accounts"();
--> statement-breakpoint
CREATE TRIGGER "connections_ended" AFTER DELETE ON "connections" REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION "touch_ended_accounts"();
--> statement-breakpoint
CREATE TRIGGER "entities_touch_accounts" AFTER UPDATE OF "name", "legal_name", "license_number", "license_type", "license_expiry",
  "street", "city", "state", "zip", "contact_email", "contact_phone", "managed_by" ON "entities"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_accounts_of_buyer"();
--> statement-breakpoint
CREATE TRIGGER "locations_touch_accounts" AFTER INSERT OR UPDATE ON "locations"
  FOR EACH ROW EXECUTE FUNCTION "touch_accounts_of_location"();
--> statement-breakpoint
-- in batches
INSERT INTO accounts (seller_id, buyer_id, status, name, license_number, created_at)
SELECT p.seller_id, p.buyer_id, 'claimed', b.name, b.license_number, min(p.since)
FROM (
  SELECT s.id AS seller_id, b.id AS buyer_id, coalesce(c.responded_at, c.created_at) AS since
  FROM connections c JOIN entities s ON s.id IN (c.requester_id, c.target_id) AND s.type IN ('wholesaler', 'cultivator')
    JOIN entities b ON b.id IN (c.requester_id, c.target_id) AND b.id <> s.id AND b.type IN ('retailer', 'wholesaler')
  WHERE c.status = 'accepted'
  UNION ALL
  SELECT o.wholesaler_id, o.retailer_id, o.created_at FROM orders o
) p JOIN entities b ON b.id = p.buyer_id
WHERE NOT EXISTS (SELECT FROM accounts a WHERE a.seller_id = p.seller_id AND a.buyer_id = p.buyer_id)
GROUP BY p.seller_id, p.buyer_id, b.name, b.license_number LIMIT 5000
ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "connections_by_requester" ON "connections" USING btree ("requester_id","status","managed","target_id");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "entities_unclaimed" ON "entities" USING btree ("managed_by",upper("state"),"type",license_form("license_number")) WHERE "entities"."managed_by" is not null and "entities"."deleted_at" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY "connections_of_requester";
