-- old writers: unsafe
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_kind";
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "confirmed" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "licenses" ADD COLUMN "operator_verified_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "licenses" ADD COLUMN "changed_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_kind" CHECK ("notification_preferences"."kind" in ('new_order', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'quote_received', 'expiration', 'recall', 'sync_failed', 'webhook_disabled', 'connection_requested', 'connection_accepted', 'partner_renamed', 'partner_license_changed', 'claim_waiting', 'follow_up', 'new_device', 'security_change')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "notification_preferences" VALIDATE CONSTRAINT "notification_preferences_kind";
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('new_order', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'quote_received', 'expiration', 'recall', 'sync_failed', 'webhook_disabled', 'connection_requested', 'connection_accepted', 'partner_renamed', 'partner_license_changed', 'claim_waiting', 'follow_up', 'new_device', 'security_change')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "notifications" VALIDATE CONSTRAINT "notifications_kind";
--> statement-breakpoint
-- What the operator verified is no longer what the license says once another word of it is saved (decision 905).
CREATE FUNCTION "keep_license_word"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.number, OLD.state, OLD.use, OLD.expires_on) IS DISTINCT FROM (NEW.number, NEW.state, NEW.use, NEW.expires_on) THEN
    NEW.changed_at := now();
  END IF;
  IF (OLD.entity_id, OLD.location_id, OLD.number, OLD.state, OLD.type, OLD.use)
    IS DISTINCT FROM (NEW.entity_id, NEW.location_id, NEW.number, NEW.state, NEW.type, NEW.use) THEN
    NEW.operator_verified_at := NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "licenses_word" BEFORE UPDATE ON "licenses"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_license_word"();
--> statement-breakpoint
-- Who has delivered to a buyer has confirmed what its licenses say that day.
-- in batches
WITH delivered AS MATERIALIZED (
  SELECT a.seller_id, a.buyer_id FROM accounts a
  WHERE a.status = 'claimed' AND a.confirmed = '[]'
    AND EXISTS (SELECT FROM orders o WHERE o.wholesaler_id = a.seller_id AND o.retailer_id = a.buyer_id AND o.status = 'delivered')
    AND EXISTS (SELECT FROM licenses n WHERE n.entity_id = a.buyer_id)
  LIMIT 1000 FOR NO KEY UPDATE OF a
)
UPDATE accounts a SET confirmed = (
  SELECT jsonb_agg(jsonb_build_object('license_number', n.number, 'state', n.state, 'use', n.use,
    'expires_on', coalesce(n.expires_on, e.license_expiry), 'confirmed_at', now()) ORDER BY n.created_at, n.id)
  FROM licenses n JOIN entities e ON e.id = n.entity_id WHERE n.entity_id = a.buyer_id)
FROM delivered d WHERE a.seller_id = d.seller_id AND a.buyer_id = d.buyer_id;
