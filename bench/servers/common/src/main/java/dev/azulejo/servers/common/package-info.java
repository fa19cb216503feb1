/** What all servers have in common, who measures them, and what is said between both. */
package dev.azulejo.servers.common;
