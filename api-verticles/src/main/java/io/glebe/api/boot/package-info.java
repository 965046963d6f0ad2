/**
 * Starting and stopping: the command line, and the one place where the parts are put together and
 * stand-ins or real engines are chosen.
 */
package io.glebe.api.boot;
