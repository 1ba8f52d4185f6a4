CREATE TABLE "worker_pools" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "worker_pools_seen" ON "worker_pools" USING btree ("seen_at");