ALTER TABLE "entities" ADD COLUMN "max_pending_orders" integer;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "max_reserved_percent" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "entities" ADD CONSTRAINT "entities_max_pending" CHECK ("entities"."max_pending_orders" between 1 and 10000);--> statement-breakpoint
ALTER TABLE "entities" ADD CONSTRAINT "entities_max_reserved" CHECK ("entities"."max_reserved_percent" between 1 and 100);