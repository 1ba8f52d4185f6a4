-- old writers: safe
ALTER TABLE "webhook_endpoints" ADD COLUMN "batch" jsonb;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "filter" jsonb;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "response_code" integer;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_of_batch" ON "webhook_deliveries" USING btree ("batch_id") WHERE "webhook_deliveries"."batch_id" is not null and "webhook_deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_failing" ON "webhook_deliveries" USING btree ("endpoint_id","response_code","created_at") WHERE "webhook_deliveries"."response_code" not between 200 and 299;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_attempts_of_batch" ON "webhook_attempts" USING btree ("batch_id") WHERE "webhook_attempts"."batch_id" is not null;
