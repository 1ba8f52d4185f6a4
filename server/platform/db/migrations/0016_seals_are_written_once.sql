-- A written seal stays as it is; the application fills in open ones.
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE ON audit_seals
  FOR EACH ROW WHEN (OLD.sealed_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
