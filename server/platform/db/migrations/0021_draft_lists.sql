-- old writers: safe
DROP INDEX "drafts_of_seller";--> statement-breakpoint
DROP INDEX "drafts_of_buyer";--> statement-breakpoint
CREATE INDEX "drafts_of_seller" ON "drafts" USING btree ("seller_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "drafts_of_buyer" ON "drafts" USING btree ("buyer_id","created_at" DESC NULLS LAST,"id");