DROP INDEX "messages_once";--> statement-breakpoint
CREATE UNIQUE INDEX "messages_once" ON "messages" USING btree ("conversation_id","client_id","sender_id") WHERE client_id is not null;