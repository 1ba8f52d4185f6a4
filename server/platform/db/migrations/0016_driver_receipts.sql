-- old writers: unsafe
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_kind";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "recorded_by" text DEFAULT 'buyer' NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "signed_by" text;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "corrected_by" text;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_kind" CHECK ("notification_preferences"."kind" in ('new_order', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'expiration', 'recall', 'sync_failed', 'webhook_disabled', 'connection_requested', 'partner_renamed', 'new_device', 'security_change'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('new_order', 'order_moved', 'comment', 'low_stock', 'backorder_ready', 'expiration', 'recall', 'sync_failed', 'webhook_disabled', 'connection_requested', 'partner_renamed', 'new_device', 'security_change'));--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_recorded_by" CHECK ("receipts"."recorded_by" in ('buyer', 'seller'));--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_corrected_by" CHECK ("receipts"."corrected_by" in ('buyer', 'seller'));