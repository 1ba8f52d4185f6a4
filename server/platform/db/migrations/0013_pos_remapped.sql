ALTER TABLE "pos_connections" ADD COLUMN "auth" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "pos_connections" ADD COLUMN "remapped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pos_connections" ADD CONSTRAINT "pos_connections_auth" CHECK ("pos_connections"."auth" in ('none', 'bearer', 'basic'));