-- old writers: unsafe
ALTER TABLE "imports" DROP CONSTRAINT "imports_kind";--> statement-breakpoint
CREATE INDEX "credit_notes_of_seller_by_change" ON "credit_notes" USING btree ("seller_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "credit_notes_of_buyer_by_change" ON "credit_notes" USING btree ("buyer_id","updated_at","id");--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('inventory', 'count', 'products', 'customers', 'opening_balances'));