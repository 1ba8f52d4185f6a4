-- old writers: safe
CREATE INDEX "invoices_of_seller_by_due" ON "invoices" USING btree ("seller_id","due_on","id");--> statement-breakpoint
CREATE INDEX "invoices_of_buyer_by_due" ON "invoices" USING btree ("buyer_id","due_on","id");--> statement-breakpoint
CREATE INDEX "invoices_of_seller_by_change" ON "invoices" USING btree ("seller_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "invoices_of_buyer_by_change" ON "invoices" USING btree ("buyer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "invoices_number_search" ON "invoices" USING gin (search_fold("number") gin_trgm_ops);