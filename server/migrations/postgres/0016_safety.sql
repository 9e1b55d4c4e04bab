CREATE TABLE "appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"party" text collate "C" NOT NULL,
	"text" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by_id" uuid,
	"outcome" text collate "C",
	"reason" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "businesses" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text collate "C" NOT NULL,
	"address" text collate "C" NOT NULL,
	"email" text collate "C" NOT NULL,
	"register_number" text collate "C",
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text collate "C" NOT NULL,
	"subject" text collate "C" NOT NULL,
	"subject_id" uuid NOT NULL,
	"reason" text collate "C" NOT NULL,
	"details" text collate "C",
	"email" text collate "C" NOT NULL,
	"name" text collate "C",
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "warnings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"reason" text collate "C" NOT NULL,
	"rule" text collate "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "number" text collate "C";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "visitor_email" text collate "C";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "visitor_name" text collate "C";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "rule" text collate "C";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "suspended_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "removed" jsonb;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_closed_by_id_users_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "businesses" ADD CONSTRAINT "businesses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warnings" ADD CONSTRAINT "warnings_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "appeals_once" ON "appeals" USING btree ("report_id","party");--> statement-breakpoint
CREATE INDEX "appeals_open" ON "appeals" USING btree ("created_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "pending_reports_created" ON "pending_reports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "warnings_person" ON "warnings" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "warnings_report" ON "warnings" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "admin_log_person" ON "admin_log" USING btree ("person_id","at","id");--> statement-breakpoint
CREATE INDEX "auth_users_banned" ON "auth_users" USING btree ("banned_until") WHERE banned_until is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_number" ON "reports" USING btree ("number") WHERE number is not null;--> statement-breakpoint
CREATE INDEX "reports_erasable" ON "reports" USING btree ("closed_at") WHERE closed_at is not null and (visitor_email is not null or removed is not null);--> statement-breakpoint
-- The pages of a business seller show what they declare.
CREATE CONSTRAINT TRIGGER "businesses_version" AFTER INSERT OR UPDATE OR DELETE ON "businesses" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_market_version();
