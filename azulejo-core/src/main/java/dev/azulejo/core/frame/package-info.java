/** From commands to a phase: what is to be drawn, resolved, cut into work and ordered. */
package dev.azulejo.core.frame;
