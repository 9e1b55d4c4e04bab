CREATE TABLE "closet_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"file_name" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"originals" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"taken_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "closet_rows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"photos" jsonb NOT NULL,
	"client_id" uuid NOT NULL,
	"state" text collate "C" NOT NULL,
	"listing_id" uuid,
	"problem" text collate "C"
);
--> statement-breakpoint
ALTER TABLE "closet_imports" ADD CONSTRAINT "closet_imports_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closet_rows" ADD CONSTRAINT "closet_rows_import_id_closet_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."closet_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "closet_imports_member" ON "closet_imports" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "closet_imports_due" ON "closet_imports" USING btree ("state","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "closet_rows_once" ON "closet_rows" USING btree ("import_id","number");