-- old writers: unsafe
ALTER TABLE "product_coas" ADD COLUMN "unread_since" timestamp (3) with time zone;
--> statement-breakpoint
DROP TRIGGER product_coas_append_only ON product_coas;
--> statement-breakpoint
CREATE TRIGGER product_coas_append_only BEFORE DELETE ON product_coas FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What a certificate says is added once, where there was no time to read it before.
CREATE TRIGGER product_coas_keep BEFORE UPDATE ON product_coas FOR EACH ROW WHEN (
  old.unread_since IS NULL OR new.unread_since IS NOT NULL
  OR (old.id, old.product_id, old.entity_id, old.lab, old.batch_id, old.batch, old.date, old.file_name, old.file_size, old.sha256,
      old.storage_key, old.uploaded_by, old.created_at)
    IS DISTINCT FROM (new.id, new.product_id, new.entity_id, new.lab, new.batch_id, new.batch, new.date, new.file_name, new.file_size,
      new.sha256, new.storage_key, new.uploaded_by, new.created_at)
) EXECUTE FUNCTION refuse_change();
