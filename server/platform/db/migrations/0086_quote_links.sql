-- old writers: safe
ALTER TABLE "drafts" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_link" UNIQUE("link_hash");