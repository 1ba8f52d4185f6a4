ALTER TABLE "audit_log" ADD COLUMN "location_ids" uuid[];
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "location_ids" uuid[];
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "location_ids" uuid[];
