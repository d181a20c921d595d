"""Two games as each program wrote them, a dump for each step of the schema."""
