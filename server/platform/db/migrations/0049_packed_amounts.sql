-- old writers: safe
ALTER TABLE "order_items" ADD COLUMN "packed_from" integer;