"""What files of any format are made of: lines in bounds, JSON values, XML elements, tagged lines, rows."""
