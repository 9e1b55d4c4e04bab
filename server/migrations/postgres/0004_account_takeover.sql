CREATE TABLE "auth_recovery_codes" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_users" ADD COLUMN "email_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auth_recovery_codes" ADD CONSTRAINT "auth_recovery_codes_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_recovery_codes_user" ON "auth_recovery_codes" USING btree ("user_id");--> statement-breakpoint
-- Accounts whose change of address was recorded before there was a column for it.
UPDATE "auth_users" SET "email_changed_at" = (SELECT max("at") FROM "auth_audit" WHERE "auth_audit"."user_id" = "auth_users"."id" AND "auth_audit"."action" = 'email_changed');
