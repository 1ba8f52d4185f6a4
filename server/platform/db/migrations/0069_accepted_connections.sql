-- old writers: unsafe
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_kind" CHECK ("notification_preferences"."kind" in ('new_order', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'quote_received', 'expiration', 'recall', 'sync_failed', 'webhook_disabled', 'connection_requested', 'connection_accepted', 'partner_renamed', 'claim_waiting', 'follow_up', 'new_device', 'security_change')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notification_preferences" VALIDATE CONSTRAINT "notification_preferences_kind";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('new_order', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'quote_received', 'expiration', 'recall', 'sync_failed', 'webhook_disabled', 'connection_requested', 'connection_accepted', 'partner_renamed', 'claim_waiting', 'follow_up', 'new_device', 'security_change')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notifications" VALIDATE CONSTRAINT "notifications_kind";
