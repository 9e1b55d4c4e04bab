CREATE TABLE "message_originals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"content" text collate "C" NOT NULL,
	"photo_key" text collate "C",
	"written_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_originals" ADD CONSTRAINT "message_originals_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_originals" ADD CONSTRAINT "message_originals_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_originals_message" ON "message_originals" USING btree ("message_id","id");--> statement-breakpoint
CREATE INDEX "message_originals_sender" ON "message_originals" USING btree ("sender_id","id");--> statement-breakpoint
CREATE INDEX "message_originals_replaced" ON "message_originals" USING btree ("replaced_at");