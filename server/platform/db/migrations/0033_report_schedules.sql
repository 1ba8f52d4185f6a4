-- old writers: unsafe
CREATE TABLE "report_schedules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"report" text NOT NULL,
	"query" text NOT NULL,
	"weekday" text NOT NULL,
	"hour" smallint NOT NULL,
	"member_ids" uuid[] NOT NULL,
	"due_after" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT change_time() NOT NULL,
	CONSTRAINT "report_schedules_report" CHECK ("report_schedules"."report" in ('sales', 'sales/trend', 'sell-through', 'batch-ages', 'stock')),
	CONSTRAINT "report_schedules_weekday" CHECK ("report_schedules"."weekday" in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')),
	CONSTRAINT "report_schedules_hour" CHECK ("report_schedules"."hour" between 0 and 23),
	CONSTRAINT "report_schedules_size" CHECK (char_length("report_schedules"."query") <= 500 and cardinality("report_schedules"."member_ids") between 1 and 50)
);
--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_schedules_of_entity" ON "report_schedules" USING btree ("entity_id","created_at","id");--> statement-breakpoint
CREATE TRIGGER "report_schedules_updated_at" BEFORE UPDATE ON "report_schedules"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "keep_updated_at"();
