-- old writers: safe
ALTER TABLE "drafts" ADD COLUMN "link_hash" text;--> statement-breakpoint
CREATE INDEX "drafts_link" ON "drafts" USING btree ("link_hash") WHERE "drafts"."link_hash" is not null;