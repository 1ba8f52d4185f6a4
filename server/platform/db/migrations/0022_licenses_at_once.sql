-- old writers: unsafe
ALTER TABLE "locations" ADD COLUMN "postal_state" text GENERATED ALWAYS AS (postal_state(state)) STORED NOT NULL;
--> statement-breakpoint
-- Premises have the last day of the active licenses of their own, else of their state, else of any for all premises. Without
-- statistics the planner expects two rows, and would join 500 premises with 1,000 licenses in nested loops; the price of having none
-- of them would make it compile the plan.
CREATE OR REPLACE FUNCTION "show_licenses"(entity uuid) RETURNS void LANGUAGE sql SET enable_nestloop = off SET jit = off AS $$
  UPDATE entities e SET license_number = m.number, license_type = m.type, license_expiry = m.expires_on,
    license_verified = m.verified_at IS NOT NULL
  FROM main_license(entity) m
  WHERE e.id = entity AND (e.license_number, e.license_type, e.license_expiry, e.license_verified)
    IS DISTINCT FROM (m.number, m.type, m.expires_on, m.verified_at IS NOT NULL);
  WITH all_of_it AS MATERIALIZED (
    SELECT x.location_id, x.state, x.number, x.created_at, x.id, CASE WHEN x.status = 'active'
      THEN coalesce(x.expires_on, (SELECT m.expires_on FROM main_license(entity) m), 'infinity') ELSE '-infinity' END AS until
    FROM licenses x WHERE x.entity_id = entity
  ), own AS MATERIALIZED (
    SELECT location_id, max(until) AS until, (array_agg(number ORDER BY created_at, id))[1] AS number
    FROM all_of_it WHERE location_id IS NOT NULL GROUP BY location_id
  ), in_state AS MATERIALIZED (
    SELECT state, max(until) AS until FROM all_of_it WHERE location_id IS NULL GROUP BY state
  ), shown AS MATERIALIZED (
    SELECT p.id, o.number, coalesce(o.until, s.until, (SELECT max(until) FROM in_state), '-infinity') AS until
    FROM locations p LEFT JOIN own o ON o.location_id = p.id LEFT JOIN in_state s ON s.state = p.postal_state
    WHERE p.entity_id = entity AND p.deleted_at IS NULL
  )
  UPDATE locations l SET license_number = s.number, licensed_until = s.until
  FROM shown s WHERE l.entity_id = entity AND l.id = s.id AND (l.license_number, l.licensed_until) IS DISTINCT FROM (s.number, s.until);
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_shown_licenses"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN PERFORM show_licenses(c.entity_id) FROM (SELECT DISTINCT entity_id FROM now_is) c;
    WHEN 'DELETE' THEN PERFORM show_licenses(c.entity_id) FROM (SELECT DISTINCT entity_id FROM was) c;
    ELSE PERFORM show_licenses(c.entity_id) FROM (SELECT entity_id FROM was UNION SELECT entity_id FROM now_is) c;
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER "licenses_shown" ON "licenses";
--> statement-breakpoint
CREATE TRIGGER "licenses_shown_added" AFTER INSERT ON "licenses" REFERENCING NEW TABLE AS now_is
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_shown_licenses"();
--> statement-breakpoint
CREATE TRIGGER "licenses_shown" AFTER UPDATE ON "licenses" REFERENCING OLD TABLE AS was NEW TABLE AS now_is
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_shown_licenses"();
--> statement-breakpoint
CREATE TRIGGER "licenses_shown_ended" AFTER DELETE ON "licenses" REFERENCING OLD TABLE AS was
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_shown_licenses"();
--> statement-breakpoint
DROP TRIGGER "locations_licensed" ON "locations";
--> statement-breakpoint
DROP FUNCTION "license_premises"();
--> statement-breakpoint
DROP FUNCTION "premises_licensed_until"(uuid, uuid, text);
--> statement-breakpoint
CREATE TRIGGER "locations_licensed" AFTER INSERT ON "locations" REFERENCING NEW TABLE AS now_is
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_shown_licenses"();
--> statement-breakpoint
DROP TRIGGER "locations_moved" ON "locations";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "move_premises_licenses"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE licenses x SET state = n.postal_state
  FROM (SELECT id, postal_state FROM was EXCEPT SELECT id, postal_state FROM now_is) o JOIN now_is n ON n.id = o.id
  WHERE x.location_id = n.id AND x.state = o.postal_state;
  PERFORM show_licenses(c.entity_id) FROM (SELECT DISTINCT m.entity_id FROM (
    SELECT id, entity_id, postal_state FROM now_is EXCEPT SELECT id, entity_id, postal_state FROM was) m) c;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "locations_moved" AFTER UPDATE ON "locations" REFERENCING OLD TABLE AS was NEW TABLE AS now_is
  FOR EACH STATEMENT EXECUTE FUNCTION "move_premises_licenses"();
--> statement-breakpoint
-- Sellers' lists show locations, but not until when they are licensed.
CREATE OR REPLACE FUNCTION "touch_accounts_of_location"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN PERFORM touch_accounts_of(c.entity_id) FROM (SELECT DISTINCT entity_id FROM now_is) c;
  ELSE PERFORM touch_accounts_of(c.entity_id) FROM (SELECT DISTINCT m.entity_id FROM (
    SELECT entity_id, to_jsonb(n) - 'licensed_until' FROM now_is n EXCEPT SELECT entity_id, to_jsonb(o) - 'licensed_until' FROM was o) m) c;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER "locations_touch_accounts" ON "locations";
--> statement-breakpoint
CREATE TRIGGER "locations_touch_accounts_added" AFTER INSERT ON "locations" REFERENCING NEW TABLE AS now_is
  FOR EACH STATEMENT EXECUTE FUNCTION "touch_accounts_of_location"();
--> statement-breakpoint
CREATE TRIGGER "locations_touch_accounts" AFTER UPDATE ON "locations" REFERENCING OLD TABLE AS was NEW TABLE AS now_is
  FOR EACH STATEMENT EXECUTE FUNCTION "touch_accounts_of_location"();
