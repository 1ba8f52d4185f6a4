-- old writers: safe
CREATE TABLE "entity_logos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL CONSTRAINT "entity_logos_entity_id_entities_id_fk" REFERENCES "public"."entities"("id"),
	"contents" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entity_logos_once" UNIQUE("entity_id"),
	CONSTRAINT "entity_logos_size" CHECK (length("entity_logos"."contents") between 1 and 65536)
);
