/** The farm platform without any protocol: what is stored, which rules hold, who may do what. */
package io.glebe.core;
