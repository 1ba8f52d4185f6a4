-- old writers: safe
-- Texts that are a value, where the key of an object says that they are personal: a name may be the text of a status, too.
CREATE FUNCTION erase_values(source jsonb, erased text[], keys text[]) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
  IF jsonb_typeof(source) = 'object' THEN
    RETURN (SELECT coalesce(jsonb_object_agg(e.key, CASE
        WHEN jsonb_typeof(e.value) IN ('object', 'array') THEN erase_values(e.value, erased, keys)
        WHEN e.key = ANY(keys) AND e.value #>> '{}' = ANY(erased) THEN '"Erased"'
        ELSE e.value END), '{}') FROM jsonb_each(source) e);
  ELSIF jsonb_typeof(source) = 'array' THEN
    RETURN (SELECT coalesce(jsonb_agg(erase_values(e.value, erased, keys) ORDER BY e.n), '[]')
      FROM jsonb_array_elements(source) WITH ORDINALITY e(value, n));
  END IF;
  RETURN source;
END $$;
--> statement-breakpoint
DROP FUNCTION erase_values(jsonb, text[]);
--> statement-breakpoint
-- Whole words alone, the longest value first: "Al" is no part of "Also".
CREATE FUNCTION erase_words(source text, erased text[]) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    AS $$
DECLARE
  result text := source;
  value text;
BEGIN
  FOR value IN SELECT v FROM unnest(erased) v WHERE v <> '' AND strpos(source, v) > 0 ORDER BY length(v) DESC LOOP
    result := regexp_replace(result, '(?<![[:alnum:]])' || regexp_replace(value, '([][*+?^$(){}|.\\])', '\\\1', 'g')
      || '(?![[:alnum:]])', 'Erased', 'g');
  END LOOP;
  RETURN result;
END $$;
