-- old writers: safe
CREATE INDEX CONCURRENTLY "orders_sold" ON "orders" USING btree ("wholesaler_id","created_at" DESC NULLS LAST,"id","status");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_bought" ON "orders" USING btree ("retailer_id","created_at" DESC NULLS LAST,"id","wholesaler_id","status","delivery_date","total_cents");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_by_change" ON "orders" USING btree ("updated_at","wholesaler_id","retailer_id","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_sold_by_rank" ON "orders" USING btree ("wholesaler_id",order_rank("status"),"id","created_at","status");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_search" ON "orders" USING gin (search_fold("order_number") gin_trgm_ops,search_fold("po_number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_open" ON "orders" USING btree ("retailer_id","wholesaler_id","status","total_cents","id") WHERE "orders"."status" in ('pending', 'accepted', 'preparing', 'shipped');--> statement-breakpoint
-- The plans of sorts and filters by status go by what the new indexes have of ranks.
ANALYZE "orders";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_of_wholesaler";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_of_retailer";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_of_wholesaler_by_status";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_of_retailer_by_status";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_of_wholesaler_by_change";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_of_retailer_by_change";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_of_retailer_by_party";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_of_retailer_by_total";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_of_retailer_by_delivery";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_of_retailer_by_latest_delivery";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_of_wholesaler_by_rank";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_of_retailer_by_rank";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_number_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_po_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_pending";--> statement-breakpoint
DROP INDEX CONCURRENTLY "orders_open_of_pair";
