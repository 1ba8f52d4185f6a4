-- old writers: safe
CREATE INDEX CONCURRENTLY "notifications_without_bell" ON "notifications" USING btree ("user_id","created_at") WHERE not "notifications"."bell";