-- old writers: safe
CREATE INDEX "credit_notes_number_search" ON "credit_notes" USING gin (search_fold("number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payments_search" ON "payments" USING gin (search_fold("reference") gin_trgm_ops);