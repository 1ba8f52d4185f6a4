-- old writers: unsafe
ALTER TABLE "locations" ADD COLUMN "delivery_days" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "order_cutoff" text;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_order_cutoff" CHECK ("locations"."order_cutoff" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$') NOT VALID;--> statement-breakpoint
ALTER TABLE "locations" VALIDATE CONSTRAINT "locations_order_cutoff";
