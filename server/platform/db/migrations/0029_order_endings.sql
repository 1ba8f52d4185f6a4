-- old writers: safe
CREATE INDEX CONCURRENTLY "orders_ending" ON "orders" USING btree (right("order_number", 6));
