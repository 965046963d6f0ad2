-- Registered apps make no tokens for viewers: these would outlive the consent of the person. Those that
-- were made earlier end.
delete from identity.viewer_token where client_id like 'ext-%';
