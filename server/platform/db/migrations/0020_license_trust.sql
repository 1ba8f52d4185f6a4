-- old writers: safe
DROP INDEX "drafts_open";--> statement-breakpoint
CREATE INDEX "business_invitations_of_customer" ON "business_invitations" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "backorders_open_of_pair" ON "backorders" USING btree ("seller_id","buyer_id") WHERE "backorders"."status" = 'open';--> statement-breakpoint
CREATE INDEX "drafts_of_seller_by_change" ON "drafts" USING btree ("seller_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "drafts_of_buyer_by_change" ON "drafts" USING btree ("buyer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "drafts_open" ON "drafts" USING btree ((case when "by_seller" then "seller_id" else "buyer_id" end)) WHERE "drafts"."status" in ('draft', 'sent');--> statement-breakpoint
-- A license that moves to another business, as a merged customer's do, was proven for none: its seller typed it.
CREATE OR REPLACE FUNCTION "age_moved_license"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.created_at := clock_timestamp();
  NEW.verified_at := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "license_is_known"(entity uuid, number text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM licenses x WHERE x.entity_id = entity AND license_form(x.number) = license_form($2) AND x.verified_at IS NOT NULL)
    OR (SELECT e.signed_up_at IS NULL AND e.managed_by IS NULL FROM entities e WHERE e.id = entity) AND NOT EXISTS (
      SELECT FROM licenses x JOIN entities o ON o.id = x.entity_id
      WHERE license_form(x.number) = license_form($2) AND x.entity_id <> entity AND o.deleted_at IS NULL AND o.managed_by IS NULL)
$$;
--> statement-breakpoint
-- Customers that aren't on board: their sellers typed the numbers.
UPDATE licenses x SET verified_at = NULL FROM entities e
WHERE e.id = x.entity_id AND e.managed_by IS NOT NULL AND x.verified_at IS NOT NULL;
