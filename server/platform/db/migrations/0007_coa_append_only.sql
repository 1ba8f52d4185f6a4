CREATE TRIGGER product_coas_append_only BEFORE UPDATE OR DELETE ON product_coas
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
