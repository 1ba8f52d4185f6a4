CREATE INDEX "sync_runs_active_of_entity" ON "sync_runs" USING btree ("entity_id","created_at","id") WHERE "sync_runs"."status" in ('queued', 'running');
