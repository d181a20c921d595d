import "./own.js";
import "./seats.js";
