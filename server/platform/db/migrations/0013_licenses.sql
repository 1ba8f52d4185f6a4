-- old writers: unsafe
-- The list is that of server/kernel/states.ts, which a test compares.
CREATE FUNCTION "postal_state"(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce('{"ALABAMA": "AL", "ALASKA": "AK", "AMERICAN SAMOA": "AS", "ARIZONA": "AZ", "ARKANSAS": "AR", "CALIFORNIA": "CA",
    "COLORADO": "CO", "CONNECTICUT": "CT", "DELAWARE": "DE", "DISTRICT OF COLUMBIA": "DC", "FLORIDA": "FL",
    "GEORGIA": "GA", "GUAM": "GU", "HAWAII": "HI", "IDAHO": "ID", "ILLINOIS": "IL", "INDIANA": "IN", "IOWA": "IA",
    "KANSAS": "KS", "KENTUCKY": "KY", "LOUISIANA": "LA", "MAINE": "ME", "MARYLAND": "MD", "MASSACHUSETTS": "MA",
    "MICHIGAN": "MI", "MINNESOTA": "MN", "MISSISSIPPI": "MS", "MISSOURI": "MO", "MONTANA": "MT", "NEBRASKA": "NE",
    "NEVADA": "NV", "NEW HAMPSHIRE": "NH", "NEW JERSEY": "NJ", "NEW MEXICO": "NM", "NEW YORK": "NY",
    "NORTH CAROLINA": "NC", "NORTH DAKOTA": "ND", "NORTHERN MARIANA ISLANDS": "MP", "OHIO": "OH", "OKLAHOMA": "OK",
    "OREGON": "OR", "PENNSYLVANIA": "PA", "PUERTO RICO": "PR", "RHODE ISLAND": "RI", "SOUTH CAROLINA": "SC",
    "SOUTH DAKOTA": "SD", "TENNESSEE": "TN", "TEXAS": "TX", "UTAH": "UT", "VERMONT": "VT", "VIRGIN ISLANDS": "VI",
    "VIRGINIA": "VA", "WASHINGTON": "WA", "WEST VIRGINIA": "WV", "WISCONSIN": "WI", "WYOMING": "WY"}'::jsonb ->> s.state, s.state)
  FROM (SELECT btrim(regexp_replace(replace(upper(written), '.', ''), '\s+', ' ', 'g')) AS state) s
$$;
--> statement-breakpoint
-- What a business of a type is licensed for, unless it says otherwise.
CREATE FUNCTION "usual_activity"(type text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE type WHEN 'retailer' THEN 'retail' WHEN 'wholesaler' THEN 'distribution' ELSE 'cultivation' END
$$;
--> statement-breakpoint
CREATE TABLE "licenses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"location_id" uuid,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"type" text,
	"activity" text NOT NULL,
	"use" text DEFAULT 'both' NOT NULL,
	"expires_on" date,
	"status" text DEFAULT 'active' NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "licenses_activity" CHECK ("licenses"."activity" in ('retail', 'distribution', 'cultivation', 'manufacturing', 'microbusiness', 'other')),
	CONSTRAINT "licenses_use" CHECK ("licenses"."use" in ('adult', 'medical', 'both')),
	CONSTRAINT "licenses_status" CHECK ("licenses"."status" in ('active', 'suspended', 'surrendered')),
	CONSTRAINT "licenses_state" CHECK ("licenses"."state" = postal_state("licenses"."state"))
);
--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "licensed_until" date DEFAULT 'infinity' NOT NULL;
--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_location" FOREIGN KEY ("entity_id","location_id") REFERENCES "public"."locations"("entity_id","id") ON DELETE no action ON UPDATE cascade;
--> statement-breakpoint
CREATE INDEX "licenses_by_age" ON "licenses" USING btree ("entity_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "licenses_of_location" ON "licenses" USING btree ("location_id") WHERE "licenses"."location_id" is not null;
--> statement-breakpoint
CREATE INDEX "licenses_number" ON "licenses" USING btree (license_form("number"));
--> statement-breakpoint
CREATE INDEX "licenses_expiring" ON "licenses" USING btree ("expires_on") WHERE "licenses"."expires_on" is not null;
--> statement-breakpoint
-- The license that the published fields of a business show and write: its oldest for all premises, else its oldest.
CREATE FUNCTION "main_license"(entity uuid) RETURNS SETOF licenses LANGUAGE sql STABLE AS $$
  SELECT x.* FROM licenses x WHERE x.entity_id = entity ORDER BY x.location_id IS NOT NULL, x.created_at, x.id LIMIT 1
$$;
--> statement-breakpoint
-- The last day of the active licenses of premises; without any of their own, of the business: those of the state first.
CREATE FUNCTION "premises_licensed_until"(entity uuid, place uuid, place_state text) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(coalesce(x.expires_on, (SELECT m.expires_on FROM main_license(entity) m), 'infinity'))
    FILTER (WHERE x.status = 'active'), '-infinity')
  FROM (SELECT y.*, rank() OVER (ORDER BY CASE WHEN y.location_id IS NOT NULL THEN 0
      WHEN y.state = postal_state(place_state) THEN 1 ELSE 2 END) AS nearness
    FROM licenses y WHERE y.entity_id = entity AND (y.location_id = place OR y.location_id IS NULL)) x
  WHERE x.nearness = 1
$$;
--> statement-breakpoint
-- Shows the licenses of a business where it and its premises are read.
CREATE FUNCTION "show_licenses"(entity uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE entities e SET license_number = m.number, license_type = m.type, license_expiry = m.expires_on,
    license_verified = m.verified_at IS NOT NULL
  FROM main_license(entity) m
  WHERE e.id = entity AND (e.license_number, e.license_type, e.license_expiry, e.license_verified)
    IS DISTINCT FROM (m.number, m.type, m.expires_on, m.verified_at IS NOT NULL);
  UPDATE locations l SET license_number = s.number, licensed_until = s.until
  FROM (SELECT p.id, (SELECT x.number FROM licenses x WHERE x.location_id = p.id ORDER BY x.created_at, x.id LIMIT 1) AS number,
      premises_licensed_until(p.entity_id, p.id, p.state) AS until
    FROM locations p WHERE p.entity_id = entity AND p.deleted_at IS NULL) s
  WHERE l.id = s.id AND (l.license_number, l.licensed_until) IS DISTINCT FROM (s.number, s.until);
$$;
--> statement-breakpoint
CREATE FUNCTION "keep_shown_licenses"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM show_licenses(OLD.entity_id); END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND NEW.entity_id <> OLD.entity_id) THEN PERFORM show_licenses(NEW.entity_id); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A license that comes with other premises is younger than those of the business that gets it.
CREATE FUNCTION "age_moved_license"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.created_at := clock_timestamp();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION "add_main_license"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO licenses (id, entity_id, number, state, type, activity, expires_on, verified_at, created_at)
  VALUES (gen_random_uuid(), NEW.id, NEW.license_number, postal_state(NEW.state), NEW.license_type, usual_activity(NEW.type),
    NEW.license_expiry, CASE WHEN NEW.license_verified THEN NEW.created_at END, NEW.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "write_main_license"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE licenses x SET number = NEW.license_number, type = NEW.license_type, expires_on = NEW.license_expiry,
    verified_at = CASE WHEN NOT NEW.license_verified THEN NULL WHEN x.number = NEW.license_number THEN coalesce(x.verified_at, now())
      ELSE now() END
  FROM main_license(NEW.id) m
  WHERE x.id = m.id AND (m.number, m.type, m.expires_on, m.verified_at IS NOT NULL)
    IS DISTINCT FROM (NEW.license_number, NEW.license_type, NEW.license_expiry, NEW.license_verified);
  -- The same license, entered for premises, too.
  UPDATE licenses x SET expires_on = NEW.license_expiry
  WHERE x.entity_id = NEW.id AND x.expires_on = OLD.license_expiry AND x.expires_on IS DISTINCT FROM NEW.license_expiry
    AND license_form(OLD.license_number) = license_form(NEW.license_number)
    AND license_form(x.number) = license_form(NEW.license_number);
  UPDATE licenses x SET state = postal_state(NEW.state)
  WHERE x.entity_id = NEW.id AND x.location_id IS NULL AND x.state = postal_state(OLD.state) AND x.state <> postal_state(NEW.state);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Whether a number is verified by being saved: it is verified already, or no other business has it and the operator made this one.
CREATE FUNCTION "license_is_known"(entity uuid, number text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM licenses x WHERE x.entity_id = entity AND license_form(x.number) = license_form($2) AND x.verified_at IS NOT NULL)
    OR (SELECT e.signed_up_at IS NULL FROM entities e WHERE e.id = entity) AND NOT EXISTS (
      SELECT FROM licenses x JOIN entities o ON o.id = x.entity_id
      WHERE license_form(x.number) = license_form($2) AND x.entity_id <> entity AND o.deleted_at IS NULL AND o.managed_by IS NULL)
$$;
--> statement-breakpoint
CREATE FUNCTION "license_premises"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.licensed_until := premises_licensed_until(NEW.entity_id, NEW.id, NEW.state);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION "write_premises_license"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  oldest uuid := (SELECT x.id FROM licenses x WHERE x.location_id = NEW.id ORDER BY x.created_at, x.id LIMIT 1);
BEGIN
  IF NEW.license_number IS NULL THEN
    DELETE FROM licenses WHERE id = oldest;
  ELSIF oldest IS NOT NULL THEN
    UPDATE licenses SET number = NEW.license_number,
      verified_at = CASE WHEN license_is_known(NEW.entity_id, NEW.license_number) THEN now() END
    WHERE id = oldest AND number <> NEW.license_number;
  ELSE
    INSERT INTO licenses (id, entity_id, location_id, number, state, type, activity, verified_at)
    SELECT gen_random_uuid(), e.id, NEW.id, NEW.license_number, postal_state(NEW.state), e.license_type, usual_activity(e.type),
      CASE WHEN license_is_known(e.id, NEW.license_number) THEN now() END
    FROM entities e WHERE e.id = NEW.entity_id AND EXISTS (SELECT FROM licenses x WHERE x.entity_id = e.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "move_premises_licenses"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE licenses x SET state = postal_state(NEW.state)
  WHERE x.location_id = NEW.id AND x.state = postal_state(OLD.state) AND x.state <> postal_state(NEW.state);
  PERFORM show_licenses(NEW.entity_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "licenses_updated_at" BEFORE UPDATE ON "licenses"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
--> statement-breakpoint
CREATE TRIGGER "licenses_moved" BEFORE UPDATE OF "entity_id" ON "licenses"
  FOR EACH ROW WHEN (OLD.entity_id <> NEW.entity_id) EXECUTE FUNCTION "age_moved_license"();
--> statement-breakpoint
CREATE TRIGGER "licenses_shown" AFTER INSERT OR UPDATE OR DELETE ON "licenses"
  FOR EACH ROW EXECUTE FUNCTION "keep_shown_licenses"();
--> statement-breakpoint
CREATE TRIGGER "entities_add_license" AFTER INSERT ON "entities" FOR EACH ROW EXECUTE FUNCTION "add_main_license"();
--> statement-breakpoint
CREATE TRIGGER "entities_write_license" AFTER UPDATE OF "license_number", "license_type", "license_expiry", "license_verified", "state" ON "entities"
  FOR EACH ROW WHEN ((OLD.license_number, OLD.license_type, OLD.license_expiry, OLD.license_verified, OLD.state)
    IS DISTINCT FROM (NEW.license_number, NEW.license_type, NEW.license_expiry, NEW.license_verified, NEW.state))
  EXECUTE FUNCTION "write_main_license"();
--> statement-breakpoint
CREATE TRIGGER "locations_licensed" BEFORE INSERT ON "locations" FOR EACH ROW EXECUTE FUNCTION "license_premises"();
--> statement-breakpoint
CREATE TRIGGER "locations_add_license" AFTER INSERT ON "locations"
  FOR EACH ROW WHEN (NEW.license_number IS NOT NULL) EXECUTE FUNCTION "write_premises_license"();
--> statement-breakpoint
CREATE TRIGGER "locations_write_license" AFTER UPDATE OF "license_number" ON "locations"
  FOR EACH ROW WHEN (OLD.license_number IS DISTINCT FROM NEW.license_number) EXECUTE FUNCTION "write_premises_license"();
--> statement-breakpoint
CREATE TRIGGER "locations_moved" AFTER UPDATE OF "state", "entity_id" ON "locations"
  FOR EACH ROW WHEN ((OLD.state, OLD.entity_id) IS DISTINCT FROM (NEW.state, NEW.entity_id)) EXECUTE FUNCTION "move_premises_licenses"();
--> statement-breakpoint
-- Those of a business come together: what shows them would otherwise see some alone.
-- in batches
WITH owners AS MATERIALIZED (
  SELECT e.* FROM entities e WHERE NOT EXISTS (SELECT FROM licenses x WHERE x.entity_id = e.id) LIMIT 1000 FOR NO KEY UPDATE
), premises AS MATERIALIZED (
  SELECT l.*, o.license_type, o.license_expiry, o.license_verified, o.type
  FROM locations l JOIN owners o ON o.id = l.entity_id WHERE l.deleted_at IS NULL FOR NO KEY UPDATE OF l
)
INSERT INTO licenses (id, entity_id, location_id, number, state, type, activity, expires_on, verified_at, created_at)
SELECT gen_random_uuid(), o.id, NULL, o.license_number, postal_state(o.state), o.license_type, usual_activity(o.type), o.license_expiry,
  CASE WHEN o.license_verified THEN o.created_at END, o.created_at
FROM owners o
UNION ALL
SELECT gen_random_uuid(), p.entity_id, p.id, p.license_number, postal_state(p.state), p.license_type, usual_activity(p.type),
  p.license_expiry, CASE WHEN p.license_verified THEN p.created_at END, p.created_at
FROM premises p WHERE p.license_number IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "same_state_only" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
-- Sellers with open orders across states go on as before.
UPDATE entities e SET same_state_only = false
WHERE e.id IN (
  SELECT o.wholesaler_id FROM orders o JOIN locations t ON t.id = o.receiving_location_id
    JOIN order_allocations r ON r.order_id = o.id JOIN inventory_items i ON i.id = r.inventory_item_id
    JOIN locations f ON f.id = i.location_id
  WHERE o.status IN ('pending', 'accepted', 'preparing', 'shipped') AND postal_state(f.state) <> postal_state(t.state));
--> statement-breakpoint
DROP INDEX CONCURRENTLY "entities_unclaimed";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "entities_unclaimed" ON "entities" USING btree ("managed_by",postal_state("state"),"type",license_form("license_number")) WHERE "entities"."managed_by" is not null and "entities"."deleted_at" is null;
