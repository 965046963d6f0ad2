/**
 * Declares the operations of the API areas and the requests and replies that their endpoints work
 * with. One route table holds all operations; {@link io.glebe.api.http.ProblemHandler} maps all
 * failures to problem documents. Code here runs on the event loop of the connection and never
 * blocks; endpoints that wait use {@link io.glebe.core.thread.OffLoop}.
 */
@NullMarked
package io.glebe.api.http;

import org.jspecify.annotations.NullMarked;
