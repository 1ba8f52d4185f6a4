-- old writers: unsafe
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "backorders" ADD COLUMN "expected_on" date;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_kind" CHECK ("notification_preferences"."kind" in ('new_order', 'order_placed', 'order_request_received', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'quote_received', 'remittance', 'dispute', 'expiration', 'recall', 'sync_failed', 'integration_failing', 'webhook_disabled', 'connection_requested', 'connection_accepted', 'partner_renamed', 'partner_license_changed', 'claim_waiting', 'follow_up', 'menu', 'new_device', 'security_change')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notification_preferences" VALIDATE CONSTRAINT "notification_preferences_kind";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('new_order', 'order_placed', 'order_request_received', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'quote_received', 'remittance', 'dispute', 'expiration', 'recall', 'sync_failed', 'integration_failing', 'webhook_disabled', 'connection_requested', 'connection_accepted', 'partner_renamed', 'partner_license_changed', 'claim_waiting', 'follow_up', 'menu', 'new_device', 'security_change')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notifications" VALIDATE CONSTRAINT "notifications_kind";
